import type { Journal } from '../protocol/journal.ts';
import { creditorReferencesIn, paymentReferenceOf } from './reference.ts';
import type { BankName, Party } from './report.ts';

/** A credit in a notice or statement of the bank. */
export interface Credit {
  /** The bank's references of the credit, best first. */
  readonly names: readonly BankName[];
  readonly amount: string;
  readonly currency: string;
  readonly bookedOn: string;
  readonly payer: Party;
  readonly remittance: string;
  readonly source: 'camt.053' | 'camt.054';
  /** Unique in its source, for a credit without a name. */
  readonly entryKey: string;
  /** References of the payments that this notice or statement has named so far. */
  readonly met: Set<string>;
}

interface Known {
  readonly reference: string;
  readonly funding_reference: string;
  readonly bank_reference: string;
  readonly state: 'pending' | 'confirmed' | 'reversed';
}

/** Received payments. A notice and a statement report the same payment, perhaps with different references. */
export class Payments {
  readonly #journal: Journal;
  readonly #final: 'camt.053' | 'camt.054';

  constructor(journal: Journal, final: 'camt.053' | 'camt.054') {
    this.#journal = journal;
    this.#final = final;
  }

  /** The payment, if the credit names a funding account or was assigned to one; otherwise undefined. */
  credit(credit: Credit, assigned?: string): Known | undefined {
    const known = this.#byName(credit) ?? this.#bySource(credit, assigned);
    const payment = known ?? this.#add(credit, assigned);
    if (payment === undefined || (assigned ?? payment.funding_reference) !== payment.funding_reference)
      return undefined;
    credit.met.add(payment.reference);
    this.#mark(payment.reference, credit);
    if (payment.state === 'pending' && (credit.source === this.#final || credit.source === 'camt.053'))
      this.#confirm(payment.reference);
    return payment;
  }

  /**
   * The bank took a payment back. A statement contains each reversal once; in a notice a known reversal is a
   * repetition.
   */
  reverse(reversal: Pick<Credit, 'names' | 'amount' | 'currency' | 'source'>): Known | undefined {
    const isStatement = reversal.source === 'camt.053';
    const payment = this.#named(
      reversal,
      `${isStatement ? 'and is_reversal_booked = 0' : ''} order by state = 'reversed' desc, booked_on, reference`,
    );
    if (payment === undefined) return undefined;
    this.#journal.run(
      `update payment set state = 'reversed', is_reversal_booked = max(is_reversal_booked, ?) where reference = ?`,
      isStatement ? 1 : 0,
      payment.reference,
    );
    this.#journal.notify({
      id: `${payment.reference}:reversed`,
      type: 'payment_result',
      payment_reference: payment.reference,
      outcome: 'reversed',
    });
    return payment;
  }

  /** A payment with that reference and amount, best reference first; some banks reuse references. */
  #named(
    { names, amount, currency }: Pick<Credit, 'names' | 'amount' | 'currency'>,
    rest: string,
    ...values: string[]
  ): Known | undefined {
    for (const { value } of names) {
      const row = this.#journal.one<Known>(
        `select reference, funding_reference, bank_reference, state from payment
         join payment_name on payment_reference = reference
         where name = ? and amount = ? and currency = ? ${rest} limit 1`,
        value,
        amount,
        currency,
        ...values,
      );
      if (row) return row;
    }
    return undefined;
  }

  /**
   * Equal credits of one notice, or of several statements, are different payments. A reference from an
   * earlier notice may be a repetition; the statement decides.
   */
  #byName(credit: Credit): Known | undefined {
    return this.#named(
      credit,
      `and reference not in (select value from json_each(?))
       ${credit.source === 'camt.053' ? 'and by_statement = 0' : ''} order by booked_on, reference`,
      JSON.stringify([...credit.met]),
    );
  }

  /**
   * A payment that only the other source reported, with the same account and amount. Two references of the
   * same field mean two payments.
   */
  #bySource(credit: Credit, assigned: string | undefined): Known | undefined {
    const funding = this.#fundingOf(credit, assigned);
    const column = credit.source === 'camt.053' ? 'by_statement' : 'by_notice';
    if (funding === undefined) return undefined;
    return this.#journal.one<Known>(
      `select reference, funding_reference, bank_reference, state from payment
       where funding_reference = ? and amount = ? and currency = ? and ${column} = 0
         and abs(julianday(booked_on) - julianday(?)) <= 5
         and not exists (select 1 from payment_name where payment_reference = reference
           and kind in (select value from json_each(?))) order by booked_on, reference limit 1`,
      funding,
      credit.amount,
      credit.currency,
      credit.bookedOn,
      JSON.stringify(credit.names.map(({ kind }) => kind)),
    );
  }

  #fundingOf({ remittance, currency }: Credit, assigned: string | undefined): string | undefined {
    if (assigned !== undefined) return assigned;
    const rows = creditorReferencesIn(remittance).flatMap((code) =>
      this.#journal.all<{ reference: string }>(
        'select reference from funding where code = ? and currency = ?',
        code,
        currency,
      ),
    );
    // Two references in one text: a person decides.
    return rows.length === 1 ? rows[0]?.reference : undefined;
  }

  #add(credit: Credit, assigned: string | undefined): Known | undefined {
    const { names, amount, currency, bookedOn, payer, source, entryKey } = credit;
    const funding = this.#fundingOf(credit, assigned);
    // A credit without a reference cannot be recognized when it is repeated, so the statement decides.
    if (funding === undefined || (source === 'camt.054' && names.length === 0)) return undefined;
    const name = names[0]?.value ?? entryKey;
    const reference = this.#newReference(`${name} ${amount} ${currency}`);
    this.#journal.run(
      `insert into payment (reference, funding_reference, bank_reference, amount, currency, state, payer_name,
         payer_account, payer_agent, booked_on) values (?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
      reference,
      funding,
      name,
      amount,
      currency,
      payer.name ?? null,
      payer.account ?? null,
      payer.agent ?? null,
      bookedOn,
    );
    this.#journal.notify({
      id: reference,
      type: 'payment',
      funding_reference: funding,
      payment_reference: reference,
      bank_reference: name,
      amount,
      currency,
    });
    return { reference, funding_reference: funding, bank_reference: name, state: 'pending' };
  }

  /** Equal payments are numbered, so that a restored journal gives the same references again. */
  #newReference(text: string): string {
    for (let nth = 1; ; nth += 1) {
      const reference = paymentReferenceOf(nth === 1 ? text : `${text} ${nth}`);
      if (this.#journal.one('select 1 from payment where reference = ?', reference) === undefined)
        return reference;
    }
  }

  #mark(reference: string, { source, names, payer }: Credit): void {
    const column = source === 'camt.053' ? 'by_statement' : 'by_notice';
    this.#journal.run(
      `update payment set ${column} = 1, payer_name = coalesce(payer_name, ?), payer_account = coalesce(payer_account, ?),
         payer_agent = coalesce(payer_agent, ?) where reference = ?`,
      payer.name ?? null,
      payer.account ?? null,
      payer.agent ?? null,
      reference,
    );
    for (const { kind, value } of names)
      this.#journal.run(
        'insert into payment_name (name, kind, payment_reference) values (?, ?, ?) on conflict do nothing',
        value,
        kind,
        reference,
      );
  }

  #confirm(reference: string): void {
    this.#journal.run("update payment set state = 'confirmed' where reference = ?", reference);
    this.#journal.notify({
      id: `${reference}:settled`,
      type: 'payment_result',
      payment_reference: reference,
      outcome: 'settled',
    });
  }
}
