/**
 * Joins the identifiers of a subject from what events and rows name together. An identifier that was seen beside two of
 * a kind of which it can have one joins only the newest; both are reported.
 */
import type { IdContradiction, IdEvidence, SubjectId, SubjectIdKind } from '../../../src-shared/api/ids/subject.ts';

/** Identifiers that one resource, event or row names together. */
export interface IdBundle {
  readonly evidence: IdEvidence;
  readonly ids: readonly { readonly kind: SubjectIdKind; readonly value: string }[];
}

export interface JoinedIds {
  readonly ids: readonly SubjectId[];
  readonly contradictions: readonly IdContradiction[];
}

/** An eUICC has a profile for each country, so it may have several of everything else. */
const HAS_SEVERAL: ReadonlySet<SubjectIdKind> = new Set(['eid']);
const MAX_IDS = 24;
const MAX_CONTRADICTIONS = 8;

export function joinedIds(value: string, bundles: readonly IdBundle[]): JoinedIds {
  const newestFirst = bundles.toSorted((a, b) => b.evidence.at - a.evidence.at);
  const asked = newestFirst.flatMap(({ ids }) => ids).find((id) => isSame(id.value, value));
  if (asked === undefined) return { ids: [], contradictions: [] };
  const joined: SubjectId[] = [{ ...asked, joined: null }];
  const contradictions = new Map<string, IdContradiction>();
  // Grows while it is read: what was joined may join more.
  for (const known of joined) {
    for (const { evidence, ids } of newestFirst) {
      if (!ids.some(({ kind, value: id }) => kind === known.kind && isSame(id, known.value))) continue;
      const others = ids.filter(({ kind }) => kind !== known.kind);
      let isContradicted = false;
      for (const other of HAS_SEVERAL.has(known.kind) ? [] : others) {
        const newest = newestBeside(newestFirst, known, other.kind);
        if (newest === undefined || isSame(newest.value, other.value)) continue;
        addContradiction(contradictions, known, other.kind, newest, { ...evidence, value: other.value });
        isContradicted = true;
      }
      // The rest of this bundle belongs to the older side.
      for (const other of isContradicted ? [] : others)
        if (
          joined.length < MAX_IDS &&
          !joined.some(({ kind, value: id }) => kind === other.kind && isSame(id, other.value))
        )
          joined.push({ ...other, joined: { ...evidence, with: known.value } });
    }
  }
  return { ids: joined, contradictions: [...contradictions.values()].slice(0, MAX_CONTRADICTIONS) };
}

type Named = Pick<SubjectId, 'kind' | 'value'>;

/** The newest identifier of the kind beside the known one. */
function newestBeside(bundles: readonly IdBundle[], known: Named, kind: SubjectIdKind) {
  for (const { evidence, ids } of bundles) {
    const beside = ids.find((id) => id.kind === kind);
    if (beside !== undefined && ids.some((id) => id.kind === known.kind && isSame(id.value, known.value)))
      return { ...evidence, value: beside.value };
  }
  return undefined;
}

function addContradiction(
  contradictions: Map<string, IdContradiction>,
  known: Named,
  kind: SubjectIdKind,
  newest: IdContradiction['values'][number],
  other: IdContradiction['values'][number],
): void {
  const key = `${known.kind} ${known.value.toLowerCase()} ${kind}`;
  const found = contradictions.get(key) ?? { of: known.value, ofKind: known.kind, kind, values: [newest] };
  if (found.values.some(({ value }) => isSame(value, other.value))) return;
  contradictions.set(key, { ...found, values: [...found.values, other] });
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
