/** Checks the form of identifiers and that each occurs once, but no check digits. */
import * as z from 'zod';
import { fieldNames, type FieldName, type IdType, idTypes } from '../fleet/fields.ts';
import type { GivenRow } from '../fleet/given-rows.ts';

const digits = (from: number, to: number, what: string) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && text.length >= from && text.length <= to,
      `expected ${what} of ${from === to ? from : `${from} to ${to}`} digits`,
    );
const word = z.string().min(1, 'expected a text');
const time = z.iso.datetime({ error: 'expected an ISO 8601 UTC time such as 2026-03-01T00:00:00.000Z' });

/** Lengths: GSMA SGP.02 (EID), ITU-T E.118 (ICCID), E.212 (IMSI), E.164 (MSISDN), 3GPP TS 23.003 (IMEI). */
export const givenRowSchema = z
  .strictObject({
    iotSubscriptionId: word,
    subscriptionType: z.enum(['EUICC', 'UICC']),
    domainId: word,
    lastModifiedAt: time,
    createdAt: time,
    state: z.enum(['ACTIVE', 'PAUSE', 'DEACTIVATED']),
    subscriptionPackage: word,
    eid: digits(32, 32, 'an EID'),
    iccid: digits(18, 20, 'an ICCID'),
    imsi: digits(6, 15, 'an IMSI'),
    msisdn: digits(5, 15, 'an MSISDN without plus'),
    imei: digits(14, 16, 'an IMEI'),
    countryCode: z.string().regex(/^[A-Z]{2}$/, 'expected two capitals (ISO 3166-1 alpha-2)'),
    companyId: word,
    companyName: word,
    deviceModel: word,
    label: word,
  } satisfies Record<FieldName, z.ZodType>)
  .partial();

export interface LocatedRow {
  readonly location: string;
  readonly row: GivenRow;
}

/** Returns mistakes of single cells, such as `line 7, iccid: …`. */
export function formMistakes({ location, row }: LocatedRow): string[] {
  const parsed = givenRowSchema.safeParse(row);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => `${location}, ${path.join('.')}: ${message}`);
}

/** Returns contradictions within a row, between rows, and with the domain. The rows must have passed `formMistakes`. */
export function fleetMistakes(
  rows: readonly LocatedRow[],
  { domainId, domains, startsAt }: { domainId: string; domains: readonly string[]; startsAt: number },
): string[] {
  const mistakes: string[] = [];
  const firstWith = new Map<IdType, Map<string, string>>(idTypes.map((idType) => [idType, new Map()]));
  for (const { location, row } of rows) {
    for (const [idType, firstLocations] of firstWith) {
      const id = row[idType];
      if (id === undefined) continue;
      const first = firstLocations.get(id);
      if (first === undefined) firstLocations.set(id, location);
      else mistakes.push(`${location}, ${idType}: ${id} is already in ${first}`);
    }
    if (row.subscriptionType === 'UICC' && row.eid !== undefined)
      mistakes.push(`${location}, eid: a plain UICC has no EID; remove it, or set subscriptionType to EUICC`);
    if (row.domainId !== undefined && !isWithin(row.domainId, domainId, domains))
      mistakes.push(
        `${location}, domainId: expected ${domainId} or a domain below it that is not another domain here, not ${row.domainId}`,
      );
    if (row.createdAt !== undefined && row.lastModifiedAt !== undefined && row.lastModifiedAt < row.createdAt)
      mistakes.push(`${location}, lastModifiedAt: it is before createdAt`);
    if (row.lastModifiedAt !== undefined && Date.parse(row.lastModifiedAt) > startsAt)
      mistakes.push(`${location}, lastModifiedAt: it is after the start, ${new Date(startsAt).toISOString()}`);
  }
  return mistakes;
}

/** Domain ids are hierarchical. A row may belong to a subdomain, unless that is a configured domain itself. */
function isWithin(id: string, domainId: string, domains: readonly string[]): boolean {
  const holders = domains.filter((domain) => id === domain || id.startsWith(`${domain}.`));
  return holders.toSorted((left, right) => right.length - left.length)[0] === domainId;
}

/** The first line names the fields. An empty cell is left out and later generated. */
export function rowsOfCsv(lines: readonly { line: number; cells: readonly string[] }[]): (LocatedRow | string)[] {
  const [header, ...rest] = lines;
  if (header === undefined) return ['line 1: the first line must name the fields of the columns'];
  const columns = header.cells.map((name) => name.trim().replace(/^iotSubscription\./, ''));
  const mistakes = columns.flatMap((name, position) => {
    if (!fieldNames.some((field) => field === name))
      return [`line ${header.line}: "${name}" is not a field; fields are ${fieldNames.join(', ')}`];
    return columns.indexOf(name) === position ? [] : [`line ${header.line}: duplicate column ${name}`];
  });
  for (const { line, cells } of rest)
    if (cells.length !== columns.length)
      mistakes.push(`line ${line}: expected ${columns.length} cells, as in the first line, not ${cells.length}`);
  if (mistakes.length > 0) return mistakes;
  return rest.map(({ line, cells }) => ({
    location: `line ${line}`,
    row: Object.fromEntries(columns.flatMap((name, position) => (cells[position] ? [[name, cells[position]]] : []))),
  }));
}
