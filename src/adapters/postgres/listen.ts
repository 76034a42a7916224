import pg from 'pg';

/** Hears `psp_changed` on a connection of its own; `onChange` also runs whenever changes may have been missed. */
export function listenForChanges(
  url: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'psp changes', keepAlive: true });
    client = fresh;
    fresh.on('notification', onChange);
    fresh.on('error', onError);
    fresh.on('end', again);
    try {
      await fresh.connect();
      await fresh.query('listen psp_changed');
      onChange();
    } catch (error) {
      onError(error);
      await fresh.end().catch(onError);
    }
  };
  const again = (): void => {
    onChange();
    if (stopped) return;
    retry = setTimeout(() => void connect(), 500);
    retry.unref();
  };
  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(onError);
    },
  };
}
