import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { local, receiverKey } from './certificate.js';

/** The smallest PNG: one dot. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 40" width="120" height="40" ${attributes}><rect width="120" height="40" fill="#0a7"/>${inside}</svg>`;

/** Images that would do more than be seen, of a canary's address. */
export const hostile: Readonly<Record<string, (canary: string) => string>> = {
  script: (canary) => svg(`<script>fetch('${canary}/script');document.title='taken'</script>`),
  onload: (canary) => svg('', `onload="fetch('${canary}/onload');document.title='taken'"`),
  'foreign object': (canary) =>
    svg(
      `<foreignObject width="99" height="39"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canary}/frame"></iframe><img xmlns="http://www.w3.org/1999/xhtml" src="${canary}/img" onerror="document.title='taken'"/></foreignObject>`,
    ),
  'external image': (canary) => svg(`<image href="${canary}/image" width="9" height="9"/>`),
  'external use': (canary) => svg(`<use xlink:href="${canary}/use#a"/>`),
  'script address': (canary) =>
    svg(
      `<a href="javascript:fetch('${canary}/link')"><rect width="120" height="40"/></a><animate attributeName="href" values="javascript:alert(1)"/>`,
    ),
  'imported style': (canary) =>
    svg(`<style>@import url('${canary}/sheet');rect{fill:url('${canary}/fill#a')}</style>`),
  'external entity': (canary) =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${canary}/entity">]>${svg('<text>&x;</text>')}`,
  'a billion laughs': () =>
    `<!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(20)}">${'bcdefghi'.replace(/./g, (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)}]>${svg('<text>&i;</text>')}`,
  huge: () => svg(`<!--${'x'.repeat(600_000)}-->`),
};

export interface ImageHost {
  readonly url: string;
  readonly requests: string[];
  /** The answer at each path. */
  readonly files: Map<
    string,
    Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void)
  >;
  close(): Promise<void>;
}

/** Another's host, over TLS that is trusted in this process. */
export async function openImageHost(): Promise<ImageHost> {
  setDefaultCACertificates([...getCACertificates('default'), local]);
  const requests: string[] = [];
  const files: ImageHost['files'] = new Map();
  const server = createServer({ cert: local, key: receiverKey }, (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const file = files.get(path);
    if (typeof file === 'function') file(request, response);
    else if (file === undefined) response.writeHead(404).end();
    // Its server says what it likes.
    else response.writeHead(200, { 'content-type': 'text/html' }).end(file);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    files,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
