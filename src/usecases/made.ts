/** The outcome of a creating operation: new (201), found by its own identity or by its Idempotency-Key (200). */
export interface Made<T> {
  readonly resource: T;
  readonly how: 'created' | 'existing' | 'replayed';
}
