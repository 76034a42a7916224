/** Address of a listener, and the setting for its port. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'INTERNAL_PORT';
}

/** Waits for a listener to open. If the address is not available, the error names the setting to change. */
export async function listening<T>(opening: Promise<T>, address: ListenAddress): Promise<T> {
  return opening.catch((error: unknown) => {
    const why = whyNot((error as NodeJS.ErrnoException).code, address);
    // Without the cause: the command line would take a system error for a database error.
    throw why === undefined ? error : new Error(`${why} Nothing was lost.`);
  });
}

function whyNot(code: string | undefined, { host, port, setting }: ListenAddress): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} (${setting}) is in use: stop the program that uses it, or set ${setting} to another port, or to 0 for any free one.`;
  }
  if (code === 'EACCES') {
    return `This user may not open port ${port} (${setting}): set ${setting} to 1024 or above.`;
  }
  if (code !== undefined && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    const name = setting === 'PORT' ? 'HOST' : 'INTERNAL_HOST';
    return `${host} (${name}) is not an address of this machine: set ${name} to one that is, to 127.0.0.1, or to 0.0.0.0 for all.`;
  }
  return undefined;
}
