/** Texts of the access screen. Names come from the service; the caller passes them through `visibleText`. */
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { PermissionQuery } from '../../src-shared/domain/profile/permission.ts';
import { checkPermission, type PermissionResult } from '../../src-shared/words/right-words.ts';
import { counted } from '../../src-shared/words/store-words.ts';
import { BackendError } from '../backend/backend-error.ts';
import { failureWords } from './error-words.ts';

/** `unknown`: no report that could answer the question. */
export type PermissionStatus =
  | { readonly kind: 'unasked'; readonly words: string }
  | { readonly kind: 'unknown'; readonly words: string }
  | PermissionResult;

export function permissionStatus(report: AccessReport | null, query: PermissionQuery): PermissionStatus {
  const { resource, permission } = query;
  if (permission === '') return { kind: 'unasked', words: 'Type a permission and a resource.' };
  if (resource === '') return { kind: 'unasked', words: 'Type the resource.' };
  if (report === null) return { kind: 'unknown', words: 'no answer from the service yet' };
  return checkPermission(report, query);
}

export function permissionCountsText({ resources }: AccessReport): string {
  const permissions = resources.reduce((sum, each) => sum + (each.permissions?.length ?? 0), 0);
  return `${counted(resources.length, 'resource')}, ${counted(permissions, 'permission')}`;
}

/** `acme`, `acme.europe`, `acme.europe.logistics`. Names with more than 12 levels are not split. */
export function domainLevels(domainId: string): string[] {
  const parts = domainId.split('.');
  return parts.length > 12 ? [domainId] : parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

const DOCUMENTED = new Set(['domainId', 'roles', 'accessRights', 'solutions', 'permissions']);

/** Splits the report's undocumented fields into known names with an unexpected type (`other`) and unknown names. */
export function undocumentedNames({ undocumented }: AccessReport): {
  readonly other: string[];
  readonly unknown: string[];
} {
  return {
    other: undocumented.filter((name) => DOCUMENTED.has(name)),
    unknown: undocumented.filter((name) => !DOCUMENTED.has(name)),
  };
}

export interface AccessErrorWords {
  readonly title: string;
  readonly detail: string;
  readonly action: 'sign-in' | 'try-again';
}

export function accessErrorWords(error: Error): AccessErrorWords {
  return { title: title(error), detail: failureWords(error), action: needsSignIn(error) ? 'sign-in' : 'try-again' };
}

function title(error: Error): string {
  const problem = problemOf(error);
  if (needsSignIn(error)) return 'Sign-in needed: there is no token to check.';
  if (problem === 'forbidden' || problem === 'refused') return 'The service does not show this token its permissions.';
  if (problem === 'not-understood') return 'The answer of the service was not understood.';
  return 'The permissions of this token could not be read.';
}

function needsSignIn(error: Error): boolean {
  const code = expectedOf(error)?.code;
  return (
    problemOf(error) === 'sign-in-needed' || code === 'SIGNED_OUT' || code === 'NO_SECRET' || code === 'SECRET_BOUND'
  );
}

function problemOf(error: Error): string | null {
  const data = expectedOf(error);
  return data?.code === 'SERVICE_FAILED' ? data.facts.problem : null;
}

function expectedOf(error: Error): AppErrorData | null {
  return error instanceof BackendError && error.failure.kind === 'expected' ? error.failure.data : null;
}
