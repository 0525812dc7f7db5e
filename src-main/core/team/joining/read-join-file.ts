/** Parses a join file. A problem names a field, never its value, which may be a key. */
import type { JoinFileProblem } from '../../../../src-shared/api/team.ts';
import { type TeamJoinFile, teamJoinFileSchema } from '../../../../src-shared/domain/profile/team-join-file.ts';
import { parseEditedJson } from '../../../../src-shared/lib/parse-json.ts';

export function readJoinFile(text: string): { readonly kind: 'read'; readonly file: TeamJoinFile } | JoinFileProblem {
  const fields = parseEditedJson(text);
  if (fields === null) return problem('not-json');
  const parsed = teamJoinFileSchema.safeParse(fields);
  if (parsed.success) return { kind: 'read', file: parsed.data };
  if (typeof fields !== 'object' || Array.isArray(fields)) return problem('foreign');
  if ('adminKey' in fields) return problem('team-file');
  if (!('watchfloorTeam' in fields)) return problem('eventsUrl' in fields ? 'profile' : 'foreign');
  const [issue] = parsed.error.issues;
  if (fields.watchfloorTeam !== 1 || issue?.code === 'unrecognized_keys') return problem('other-version');
  return problem('wrong-field', String(issue?.path[0] ?? ''));
}

const problem = (why: JoinFileProblem['why'], field = ''): JoinFileProblem => ({ kind: 'file', why, field });
