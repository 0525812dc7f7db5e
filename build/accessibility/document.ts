/** Makes the accessibility statement from the table of criteria. */
import { type Criterion, otherCriteria, pageCriteria, type Proof, type Verdict, VOID_IN_SOFTWARE } from './criteria.ts';

const all = [...pageCriteria, ...otherCriteria];
/** Each test once, in the order of the criteria; its number in the document is its place. */
export const proofsInOrder: readonly Proof[] = [...new Set(all.flatMap(({ proofs }) => proofs))];

const VERDICTS: readonly Verdict[] = ['conforms', 'partly', 'does not', 'not evaluated', 'not applicable'];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function byWhat({ proofs, note }: Criterion): string {
  const tests = proofs.map((proof) => `T${proofsInOrder.indexOf(proof) + 1}`).join(', ');
  return [tests, note].filter((part) => part !== '').join('; ');
}

/** @param introduction what a person wrote, with its heading */
export function accessibilityStatement(introduction: string): string {
  const counts = VERDICTS.map((verdict) => [verdict, String(all.filter((each) => each.verdict === verdict).length)]);
  const page = pageCriteria.map((each) => {
    const software = VOID_IN_SOFTWARE.includes(each.id) ? 'void' : `11.${each.id}`;
    return [`9.${each.id}`, software, each.name, each.verdict, byWhat(each)];
  });
  const others = otherCriteria.map((each) => [each.id, each.name, each.verdict, byWhat(each)]);
  const tests = proofsInOrder.map(([file, title], at) => [`T${at + 1}`, `\`test/${file}\``, title]);
  return [
    introduction.trimEnd(),
    table(['state', 'criteria'], counts),
    '## The page',
    table(['page', 'desktop app', 'criterion', 'state', 'by'], page),
    '## The desktop app, documents and support',
    table(['clause', 'criterion', 'state', 'by'], others),
    '## The tests',
    'Each title begins like this, after the ids of its promises.',
    table(['', 'file', 'title'], tests),
    '',
  ].join('\n\n');
}
