let aheadMs = 0;
const right = Date;
const now = (): number => right.now() + aheadMs;

/** Sets the clock of this process wrong by so much from now on: of this process alone, the machine's goes on. */
export function setClock(ms: number): void {
  aheadMs = ms;
}

globalThis.Date = new Proxy(right, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, self) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
