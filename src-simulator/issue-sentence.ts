/** What is wrong with a body, in one sentence: the place and what is expected there. */
import type * as z from 'zod';

export function issueSentence({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'The body is not what is expected.';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
