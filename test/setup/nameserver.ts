import dns2 from 'dns2';
import type { AddressInfo } from 'node:net';

const { Packet } = dns2;

/** The answer to a question about TXT records: records of one or more parts, the code of a failure, or nothing at all. */
export type Zone = Map<string, (string | string[])[] | number | 'silent'>;

export interface NameServer {
  /** As the setting DNS_SERVERS takes it. */
  readonly address: string;
  readonly zone: Zone;
  /** The names that were asked for. */
  readonly queries: string[];
  close(): Promise<void>;
}

const absent = 3;

/** A name server on the loopback; of what its zone does not name it says that there is no such name. */
export async function openNameServer(): Promise<NameServer> {
  const zone: Zone = new Map();
  const queries: string[] = [];
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name ?? '';
      queries.push(name);
      const found = zone.get(name.toLowerCase()) ?? absent;
      if (found === 'silent') return;
      if (typeof found === 'number') response.header.rcode = found;
      else {
        for (const data of found) {
          const record = new Packet.Resource(name, Packet.TYPE.TXT, Packet.CLASS.IN, 0);
          response.answers.push(Object.assign(record, { data }));
        }
      }
      void send(response);
    },
  });
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const { port } = server.addresses().udp as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    zone,
    queries,
    async close() {
      await server.close();
    },
  };
}
