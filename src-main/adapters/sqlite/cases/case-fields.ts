/** SQL of the fields by which cases are counted and found. A count and the list that it opens use the same entry. */
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseField } from '../../../../src-shared/domain/cases/case-search-terms.ts';
import { decodeCodes, encodeCodes, textOf } from './case-row.ts';

interface CaseFieldSql {
  /** Text of a case `c`, or null. Many cases have the same. */
  readonly text: string;
  /** Values in a text, null for none. A case may have several codes. */
  readonly valuesIn: (text: string | null) => readonly (string | null)[];
  /** Condition for a text that contains the value `bound`. */
  readonly has: (text: string, bound: string) => string;
  readonly bind: (value: string | null) => string | null;
}

/** An owner or a release of the case itself comes first. Otherwise an open case has the owner of its group. */
const OWNER_ID = `CASE WHEN c.opened_at IS NULL OR c.owned_at IS NOT NULL THEN c.owner_id
  ELSE json_extract(g.state, '$.standing.owner.id') END`;

const plain = (column: string): CaseFieldSql => ({
  text: `nullif(${column}, '')`,
  valuesIn: (value) => [value],
  has: (text, bound) => `${text} IS ${bound}`,
  bind: (value) => value,
});

export const caseFieldSql: Readonly<Record<CaseField, CaseFieldSql>> = {
  country: plain('c.country'),
  target: plain(textOf('c.target')),
  company: plain(textOf('c.company')),
  user: plain(textOf('c.created_by')),
  owner: plain(OWNER_ID),
  cause: plain(textOf('c.cause')),
  step: {
    text: textOf('c.cause'),
    valuesIn: (cause) => (cause === null ? [] : [parseCauseKey(cause)?.operation ?? null]),
    has: (text, bound) => `instr(substr(${text}, instr(${text}, '/')), ${bound}) = 1`,
    bind: (step) => `/${encodeURIComponent(step ?? '')}/`,
  },
  code: {
    text: textOf('c.codes'),
    valuesIn(text) {
      const codes = new Set(decodeCodes(text).filter((code) => code !== ''));
      return codes.size === 0 ? [null] : [...codes];
    },
    has: (text, bound) => `CASE WHEN ${bound} IS NULL THEN trim(ifnull(${text}, ''), char(10)) = ''
      ELSE instr(char(10) || ${text} || char(10), char(10) || ${bound} || char(10)) > 0 END`,
    bind: (code) => (code === null ? null : encodeCodes([code])),
  },
};
