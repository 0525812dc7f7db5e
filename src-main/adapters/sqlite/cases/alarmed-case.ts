/** Reads of a case only what decides about its alarm. */
import { type AlarmedCase, NO_OPERATOR_STATE } from '../../../core/ports/case-projection.ts';
import { type OtherFields, textOf } from './case-row.ts';
import { KEY_TEXT } from './stored-key.ts';

/** Columns of `alarmedCaseFromRow`. */
export const ALARMED_CASE_COLUMNS = [
  `${KEY_TEXT} AS key`,
  'opened_at AS openedAt',
  'failed_seq AS failedSeq',
  `${textOf('case_file.cause')} AS cause`,
  "json_extract(state, '$[5]') AS rest",
].join(', ');
export type AlarmedCaseRow = Omit<AlarmedCase, 'own'> & { readonly rest: string | 0 | null };

export function alarmedCaseFromRow({ rest, ...row }: AlarmedCaseRow): AlarmedCase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours, made by `packRest`
  const others = typeof rest === 'string' ? (JSON.parse(rest) as OtherFields) : {};
  const { failedSeq = row.failedSeq, own } = others;
  return { ...row, failedSeq, own: { ...NO_OPERATOR_STATE, ...own } };
}
