import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeBlocks } from '../setup/markdown.js';
import { mypy } from '../setup/mypy.js';
import { projectText } from '../setup/source.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-mypy-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** What an integrator writes; mypy reports an ignored line that it has nothing against. */
const typed = `
from typing import Dict, Optional, Union, assert_type

from payments_service import AsyncPaymentsService, AsyncPages, Pages, PaymentsService, types

later: types.PayoutStatus = "processing"
no_status: types.PayoutStatus = "invented"  # type: ignore[assignment]
body: types.PayoutCreate = {"beneficiary_id": "b", "quote_id": "q"}
neither: types.PayoutCreate = {"beneficiary_id": "b"}  # type: ignore
both: types.PayoutCreate = {"beneficiary_id": "b", "quote_id": "q", "amount": "1", "source_currency": "USDT", "amount_side": "source"}  # type: ignore
side: types.QuoteCreate = {"beneficiary_id": "b", "source_currency": "USDT", "amount": "1", "amount_side": "middle"}  # type: ignore


def summary_of(event: types.Event) -> str:
    if event["type"] == "payout.completed":
        return event["data"]["destination"]["amount"]
    if event["type"] == "payin.completed":
        event["data"]["destination"]  # type: ignore
        return event["data"]["funding_account_id"]
    return event["data"]["id"]


def use(psp: PaymentsService) -> str:
    assert_type(psp.list_payouts(), Pages[types.Payout, types.PayoutList])
    assert_type(psp.list_payouts().first(), types.PayoutList)
    for payout in psp.list_payouts(status="failed", limit=10):
        assert_type(payout, types.Payout)
        assert_type(payout["destination"], types.PayoutDestination)
    assert_type(psp.run_report("fees", from_="a", to="b", format_="csv"), str)
    for row in psp.run_report("fees", from_="a", to="b"):
        assert_type(row, Dict[str, Optional[str]])
    psp.delete_webhook_endpoint("we_1")
    assert_type(psp.get_balance_statement("USDT", from_="a", to="b"), str)
    psp.run_report("payoutz", from_="a", to="b")  # type: ignore
    psp.run_report("fees", from_="a")  # type: ignore
    psp.list_payouts(status="lost")  # type: ignore
    psp.list_payouts(colour="red")  # type: ignore
    psp.list_payouts(limit="ten")  # type: ignore
    psp.create_refund({"payin_id": "p", "amount": 10})  # type: ignore
    psp.create_payout(body, idempotency_key=7)  # type: ignore
    PaymentsService(None, "http://127.0.0.1")  # type: ignore
    return psp.get_payout("p", deadline=1.5)["rate"]


async def use_async(psp: AsyncPaymentsService) -> str:
    assert_type(psp.list_payouts(), AsyncPages[types.Payout, types.PayoutList])
    async for payout in psp.list_payouts():
        assert_type(payout, types.Payout)
    async for event in psp.follow_events():
        summary_of(event)
    assert_type(await psp.run_report("fees", from_="a", to="b", format_="csv"), str)
    assert_type(await psp.get_payout("p"), types.Payout)
    return (await psp.list_payouts().first())["data"][0]["rate"]
`;

it('mypy --strict accepts the programs of the README and typical callers', async () => {
  const readme = codeBlocks(projectText('sdk/python/README.md'), 'python');
  expect(readme.length).toBeGreaterThan(5);
  const files = await Promise.all(
    [typed, ...readme].map(async (code, nth) => {
      const name = `example_${nth}.py`;
      await writeFile(join(dir, name), code);
      return name;
    }),
  );
  expect(await mypy(dir, files)).toBe('');
});

it('mypy --strict accepts the package alone', async () => {
  expect(await mypy(dir, ['-p', 'payments_service'])).toBe('');
});

it('mypy is strict here: it finds a fault', async () => {
  await writeFile(join(dir, 'wrong.py'), 'def double(n):\n    return n * 2\n');
  expect(await mypy(dir, ['wrong.py'])).toContain('[no-untyped-def]');
});
