import type * as z from 'zod';

export function issueSentence({ issues }: z.ZodError): string {
  const [issue] = issues.map(deepestOf);
  if (issue === undefined) return 'The body is invalid.';
  // The value may be anything, but it is missing.
  const isMissing = issue.code === 'invalid_type' && issue.expected === 'nonoptional';
  const message = isMissing ? 'expected a value, but it is missing' : issue.message;
  return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`;
}

/** Returns the mistake of the choice that fits best: the one in which it lies deepest. */
function deepestOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const [best] = issue.errors
    .flatMap(([first]) => (first === undefined ? [] : [deepestOf(first)]))
    .toSorted((one, other) => other.path.length - one.path.length);
  return best === undefined ? issue : { ...best, path: [...issue.path, ...best.path] };
}
