/**
 * Collects the values that identify people or companies, so that each has the same mask in every file. The last three
 * digits of a number stay, so that both sides can refer to the same line.
 */
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { personalValueSteps } from '../../../src-shared/service/personal-values.ts';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import { Mask } from '../exports/masked-text.ts';
import { cardNumbers } from '../exports/masking.ts';
import type { Steps } from '../lib/steps.ts';

type NumberField = Exclude<MaskedField, 'company' | 'user'>;

/** IMSI: country and network. EID: country and issuer. The others: country. */
const VISIBLE_PREFIX_DIGITS: Readonly<Record<NumberField, number>> = { imsi: 5, msisdn: 4, iccid: 6, eid: 8 };
const VISIBLE_SUFFIX_DIGITS = 3;
/** With fewer hidden digits the number could be found by trying. */
const MIN_HIDDEN_DIGITS = 4;

export class PackMasking {
  readonly #values: Readonly<Record<MaskedField, Map<string, string>>> = {
    imsi: new Map(),
    msisdn: new Map(),
    company: new Map(),
    iccid: new Map(),
    eid: new Map(),
    user: new Map(),
  };
  readonly #allowedWords = new Set<string>();
  readonly #unreadable = new Set<number>();
  #companies = 0;
  #users = 0;

  /** Runs in steps, because an event with ten thousand resources takes long. */
  *collect(event: Pick<StoredEvent, 'seq' | 'raw' | 'eid' | 'iccid' | 'requestId' | 'principal'>): Steps<void> {
    const values = yield* personalValueSteps(event.raw);
    if (!values.isReadable) this.#unreadable.add(event.seq);
    yield;
    for (const id of [event.eid, event.iccid, event.requestId, event.principal])
      if (id !== null) this.#allowedWords.add(id);
    for (const value of values.imsi) this.#number('imsi', value);
    for (const value of values.msisdn) this.#number('msisdn', value);
    for (const value of [...values.iccid, ...(event.iccid === null ? [] : [event.iccid])]) this.#number('iccid', value);
    for (const value of [...values.eid, ...(event.eid === null ? [] : [event.eid])]) this.#number('eid', value);
    for (const value of values.user)
      if (!this.#values.user.has(value)) this.#values.user.set(value, `user ${(this.#users += 1)}`);
    yield;
    this.#takeCompanies(values.company, event);
    yield;
  }

  /** False for an event whose values could not be read. Its text is withheld while anything is masked. */
  isReadable(seq: number): boolean {
    return !this.#unreadable.has(seq);
  }

  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** Counts distinct values. Two spellings of a number count once, and so do the name and the id of a company. */
  count(mask: MaskedField): number {
    const values = this.#values[mask];
    // Two numbers with the same beginning and end have the same mask, so their digits are compared.
    const distinct = mask === 'company' || mask === 'user' ? values.values() : [...values.keys()].map(digitsOf);
    return new Set(distinct).size;
  }

  mask(masks: readonly MaskedField[]): Mask {
    const put = new Map(masks.flatMap((mask) => [...this.#values[mask]]));
    return new Mask([...put.keys()], {
      put: (value) => put.get(value) ?? '',
      putNumber: (field, digits) => maskedNumber(digits, VISIBLE_PREFIX_DIGITS[field]),
      keep: cardNumbers([...this.#values.eid.keys(), ...this.#values.iccid.keys()], masks),
      allowedWords: [...this.#allowedWords],
      fields: masks,
    });
  }

  #number(mask: NumberField, value: string): void {
    this.#values[mask].set(value, maskedNumber(value, VISIBLE_PREFIX_DIGITS[mask]));
  }

  #takeCompanies(values: readonly string[], { raw, requestId }: Pick<StoredEvent, 'raw' | 'requestId'>): void {
    const companies = this.#values.company;
    if (values.every((value) => companies.has(value))) return;
    const document = requestId === null ? null : requestDocument(raw);
    const pair = [document?.companyName?.trim(), document?.companyId?.trim()].filter((value) => value !== undefined);
    for (const value of values) {
      if (companies.has(value)) continue;
      const twin = pair.includes(value) ? pair.find((other) => companies.has(other)) : undefined;
      companies.set(
        value,
        (twin === undefined ? undefined : companies.get(twin)) ?? `company ${(this.#companies += 1)}`,
      );
    }
  }
}

/** `26202·······691`. The result does not depend on the spelling of the country prefix. */
export function maskedNumber(value: string, stays: number): string {
  const digits = digitsOf(value);
  const hidden = digits.length - stays - VISIBLE_SUFFIX_DIGITS;
  if (hidden >= MIN_HIDDEN_DIGITS)
    return `${digits.slice(0, stays)}${'·'.repeat(hidden)}${digits.slice(-VISIBLE_SUFFIX_DIGITS)}`;
  if (digits.length - VISIBLE_SUFFIX_DIGITS >= MIN_HIDDEN_DIGITS)
    return '·'.repeat(digits.length - VISIBLE_SUFFIX_DIGITS) + digits.slice(-VISIBLE_SUFFIX_DIGITS);
  return '·'.repeat(8);
}

function digitsOf(value: string): string {
  return value.replaceAll(/\D/g, '').replace(/^00/, '');
}
