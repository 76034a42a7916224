import { offered, ourKeys, theirKeys } from './connector.js';

/** The settings of one connector, as PSP_CONNECTORS takes them, with everything led to it unless stated. */
export function connectorSettings(url: string, over: Readonly<Record<string, unknown>> = {}): string {
  const routes = new Map(
    offered.map(({ method, currency }) => [`${method} ${currency}`, { method, currency }]),
  );
  const connector = {
    name: 'reference',
    url,
    sending_keys: ourKeys,
    receiving_keys: theirKeys,
    routes: [...routes.values()],
    ...over,
  };
  return JSON.stringify({ connectors: [connector] });
}
