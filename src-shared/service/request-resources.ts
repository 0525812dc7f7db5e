/**
 * The resources of a connectivity request one by one, and why those that failed did. A resource counts as failed where
 * `domain/outcome.ts` counts it so. Never throws; what is missing or of another type is `null`.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)", "Connectivity request failures".
 */
import type { JsonFields } from './json-fields.ts';

export interface FailureInfo {
  readonly type: string | null;
  readonly code: string | null;
  readonly sentence: string | null;
}

export interface ResourceDetail {
  readonly resourceId: string | null;
  readonly state: string | null;
  readonly failed: boolean;
  /** Done, with nothing that speaks against it. */
  readonly completed: boolean;
  /** What it says of its failure, the leading one first. */
  readonly infos: readonly FailureInfo[];
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly iccid: string | null;
  readonly targets: readonly RequestTarget[];
}

export interface RequestTarget {
  /** TARGET_SUBSCRIPTION_STATE or TARGET_SUBSCRIPTION_PACKAGE */
  readonly type: string;
  readonly value: string;
}

/** One error, and how many of the failed resources have it. */
export interface ResourceErrorCount {
  readonly type: string | null;
  readonly code: string | null;
  readonly count: number;
  /** Most often said first. */
  readonly sentences: readonly string[];
}

/** As long as the sentences that events show; the received text has the whole. */
const MAX_SENTENCE_LENGTH = 1_000;
/** A poisoned resource could tell thousands of each. */
const MAX_INFOS = 32;
const MAX_PROPERTIES = 64;
const MAX_CAUSES = 200;
const MAX_SENTENCES = 5;
/** Looked at to say which is said most often. */
const MAX_COUNTED_SENTENCES = 200;

export function resourceDetail(resource: JsonFields): ResourceDetail {
  const properties = (resource.objects('resourceProperties') ?? []).slice(0, MAX_PROPERTIES);
  const state = resource.text('resourceState');
  const tellsFailure = resource.hasContent('resourceFailureInfos');
  const named = (type: string) => {
    for (const property of properties) {
      const value = property.text('type') === type ? property.identifier('value') : null;
      if (value !== null) return value;
    }
    return null;
  };
  return {
    resourceId: resource.identifier('resourceId'),
    state,
    failed: state === 'FAILED' || tellsFailure,
    completed: state === 'COMPLETED' && !tellsFailure,
    infos: failureInfos(resource, 'resourceFailureInfos'),
    imsi: named('IMSI'),
    msisdn: named('MSISDN'),
    iccid: named('ICCID'),
    targets: properties.flatMap((property) => {
      const type = property.text('type') ?? '';
      const value = type.startsWith('TARGET_') ? property.identifier('value') : null;
      return value === null ? [] : [{ type, value }];
    }),
  };
}

/** Distinct by type and code, in their order. */
export function failureInfos(fields: JsonFields, name: string): FailureInfo[] {
  const found = new Map<string, FailureInfo>();
  for (const info of (fields.objects(name) ?? []).slice(0, MAX_INFOS)) {
    const error = info.object('errorObject');
    const entry = {
      type: info.identifier('errorType') ?? error?.identifier('errorType') ?? null,
      code: error?.identifier('errorCode') ?? info.identifier('errorCode'),
      sentence: sentenceOf(error) ?? sentenceOf(info),
    };
    if (entry.type === null && entry.code === null && entry.sentence === null) continue;
    const key = errorKey(entry);
    const known = found.get(key);
    if (known === undefined || known.sentence === null)
      found.set(key, known === undefined ? entry : { ...known, ...entry });
  }
  return [...found.values()];
}

function sentenceOf(fields: JsonFields | null): string | null {
  const sentence = fields?.value('errorMessage');
  if (typeof sentence !== 'string' || sentence.trim() === '') return null;
  return sentence.length > MAX_SENTENCE_LENGTH ? `${sentence.slice(0, MAX_SENTENCE_LENGTH)}…` : sentence;
}

/** Names an error among others. */
export function errorKey({ type, code }: Pick<FailureInfo, 'type' | 'code'>): string {
  return JSON.stringify([type, code]);
}

/**
 * Each error with how many failed resources have it, most first; of as many, the first seen. A failed resource that does
 * not say why counts, too: without type and code. One that names two errors counts for both.
 */
export function countErrors(resources: readonly ResourceDetail[]): ResourceErrorCount[] {
  const found = new Map<string, Omit<ResourceErrorCount, 'sentences' | 'count'> & Counting>();
  for (const { failed, infos } of resources) {
    if (!failed) continue;
    for (const info of infos.length === 0 ? [{ type: null, code: null, sentence: null }] : infos) {
      const name = errorKey(info);
      let cause = found.get(name);
      if (cause === undefined) {
        if (found.size === MAX_CAUSES) continue;
        cause = { type: info.type, code: info.code, count: 0, said: new Map() };
        found.set(name, cause);
      }
      cause.count += 1;
      const { sentence } = info;
      if (sentence !== null && (cause.said.has(sentence) || cause.said.size < MAX_COUNTED_SENTENCES))
        cause.said.set(sentence, (cause.said.get(sentence) ?? 0) + 1);
    }
  }
  return [...found.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ said, ...cause }) => ({ ...cause, sentences: mostFrequent(said) }));
}

interface Counting {
  count: number;
  readonly said: Map<string, number>;
}

function mostFrequent(said: ReadonlyMap<string, number>): string[] {
  const byCount = [...said].toSorted(([, one], [, other]) => other - one);
  return byCount.slice(0, MAX_SENTENCES).map(([sentence]) => sentence);
}
