/** Extracts what a case needs of a request event. Never throws: the digest of an unreadable text is empty. */
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { type RequestOutline, requestOutline } from '../../../src-shared/service/request-message.ts';
import { countErrors, type ResourceOutcome } from '../../../src-shared/service/request-resources.ts';
import { requestAccount } from './request-account.ts';

export interface RequestDigest extends NonNullable<CaseSummary['request']> {
  readonly updatedAt: string | null;
  /** The error that most failed resources have, otherwise the error of the request; null if neither is known. */
  readonly main: { readonly type: string | null; readonly code: string | null } | null;
}

export const NO_DIGEST: RequestDigest = {
  type: null,
  size: null,
  completed: null,
  failed: null,
  consistent: false,
  company: null,
  createdBy: null,
  target: null,
  createdAt: null,
  updatedAt: null,
  main: null,
};

export function requestDigest({ raw }: Pick<StoredEvent, 'raw'>, isUnmarked = false): RequestDigest {
  const outline = requestOutline(raw, isUnmarked);
  if (outline === null) return NO_DIGEST;
  const { size, completed, failed, consistent } = requestAccount(outline);
  return {
    type: outline.message.requestType,
    size,
    completed,
    failed,
    consistent,
    company: outline.message.company,
    createdBy: outline.createdBy,
    target: onlyTarget(outline.resources ?? []),
    createdAt: outline.message.timeCreated,
    updatedAt: outline.message.lastUpdated,
    main: mainCause(outline),
  };
}

function mainCause({ infos, resources }: RequestOutline) {
  const [mostCommon] = countErrors(resources ?? []);
  const isNamed = mostCommon !== undefined && (mostCommon.type !== null || mostCommon.code !== null);
  const main = isNamed ? mostCommon : (infos[0] ?? null);
  return main === null ? null : { type: main.type, code: main.code };
}

function onlyTarget(resources: readonly ResourceOutcome[]): string | null {
  const [first] = resources[0]?.targets ?? [];
  if (first === undefined) return null;
  const isSame = resources.every(
    ({ targets: [target, another] }) =>
      another === undefined && target?.type === first.type && target.value === first.value,
  );
  return isSame ? first.value : null;
}
