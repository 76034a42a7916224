/** The outcome of a create request: new (201), or found by its identity or its Idempotency-Key (200). */
export interface CreateResult<T> {
  readonly resource: T;
  readonly how: 'created' | 'existing' | 'replayed';
}
