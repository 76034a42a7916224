/** Tells components that a value outside React has changed. */
export function newSignal() {
  const listeners = new Set<() => void>();
  return {
    /** For `useSyncExternalStore`. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed: (): void => {
      for (const each of listeners) each();
    },
  };
}
