/** Masks a report for readers outside the team. Words of the notes stay, because your own team wrote them. */
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { Mask } from '../exports/masked-text.ts';
import { withTexts } from '../exports/masking.ts';

/** Fields of the service. A value of several words may name a person or a company. */
const SERVICE_FIELDS: ReadonlySet<string> = new Set(['code', 'type', 'operation', 'country']);

export function maskedReport<Report extends object>(report: Report, fields: readonly MaskedField[]): Report {
  const mask = new Mask([], { fields });
  const masked = withTexts(report, '', (text, name) => (SERVICE_FIELDS.has(name) ? mask.code(text) : mask.text(text)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, each of the same type
  return masked as Report;
}
