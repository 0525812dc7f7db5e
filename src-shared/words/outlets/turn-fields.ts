/** Values of the fields of a template for one turn. */
import type { TemplateField } from '../../domain/outlets/template.ts';
import type { Turn } from '../../domain/outlets/turn.ts';
import { turnSentence, turnTitle } from './turn-words.ts';

interface NamedProfile {
  readonly name: string;
  readonly domain: string | null;
}

export function turnFields(turn: Turn, profile: NamedProfile): Readonly<Record<TemplateField, string>> {
  const facts = turn.kind === 'group' ? turn.facts : null;
  return {
    id: turn.id,
    turn: turn.turn,
    subject: turn.key,
    title: turnTitle(turn),
    sentence: turnSentence(turn),
    profile: profile.name,
    domain: profile.domain ?? '',
    time: new Date(turn.at).toISOString(),
    timeMs: String(turn.at),
    operation: facts?.cause.operation ?? '',
    type: facts?.cause.type ?? '',
    code: facts?.cause.code ?? '',
    consequence: facts?.consequence ?? '',
    open: facts === null ? '' : String(facts.open),
    failures: facts === null ? '' : String(facts.failures),
    countries: facts?.countries.map(({ country }) => country).join(', ') ?? '',
    owner: facts?.owners[0] ?? '',
    deadline: facts?.deadline?.kind ?? '',
    due: isoTime(facts?.deadline?.at),
  };
}

function isoTime(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}
