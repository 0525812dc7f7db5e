/** What is wrong with a body, in one sentence: the place and what is expected there. */
import type * as z from 'zod';

export function issueSentence({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'The body is not what is expected.';
  // What may be anything, but must be there.
  const isMissing = issue.code === 'invalid_type' && issue.expected === 'nonoptional';
  const message = isMissing ? 'expected a value, and there is none' : issue.message;
  return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`;
}
