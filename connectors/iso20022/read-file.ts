import { readMovements } from './read-movements.ts';
import { readRecall, readResolution, readStatus } from './read-answers.ts';
import type { BankFile } from './report.ts';
import { readXml, UnreadableFile, type Node } from './xml-reader.ts';

type Reader = (body: Node, kind: string) => BankFile;

/** Readers by the first element of the document: banks use their own namespaces but keep these names. */
const readers: Readonly<Record<string, readonly [kind: string, reader: Reader]>> = {
  CstmrPmtStsRpt: ['pain.002', readStatus],
  BkToCstmrAcctRpt: ['camt.052', readMovements],
  BkToCstmrStmt: ['camt.053', readMovements],
  BkToCstmrDbtCdtNtfctn: ['camt.054', readMovements],
  RsltnOfInvstgtn: ['camt.029', readResolution],
  FIToFIPmtCxlReq: ['camt.056', readRecall],
};

/** What a file of the bank says; throws `UnreadableFile` with the reason. */
export async function readBankFile(content: Uint8Array): Promise<BankFile> {
  const document = messageIn(await readXml(content));
  const [body] = document.children;
  const found = body && readers[body.name];
  if (body === undefined || found === undefined)
    throw new UnreadableFile(`it is no message that we read, but ${body?.name ?? document.name}`);
  const [kind, reader] = found;
  return reader(body, kind);
}

/** Some banks send the message in an envelope with a business header. */
function messageIn(root: Node): Node {
  if (root.name === 'Document') return root;
  const inner = root.children.find(({ name }) => name === 'Document');
  if (inner === undefined) throw new UnreadableFile(`its root is ${root.name}, not Document`);
  return inner;
}
