import { Check, Link } from 'lucide-react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { absoluteHref, hrefOf } from '../../../address/use-address.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import { CopyMenu } from '../../../components/detail/CopyMenu.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { copiedWords, useCopy } from '../../../components/controls/use-copy.ts';
import { eventMarkdown, eventText, ticketLine } from './event-text.ts';

interface EventActionsProps {
  readonly seq: number;
  readonly event: EventSummary | null;
  readonly raw: string | null;
  readonly sentences: readonly ProviderSentence[];
}

const NOT_YET = 'The event is not loaded yet';

export function EventActions({ seq, event, raw, sentences }: EventActionsProps) {
  const href = absoluteHref(hrefOf('timeline', { event: seq }));
  const link = useCopy(href);
  useCommand({ id: 'event.copy-link', title: 'Copy a link to the event', group: 'Event', run: link.copy });
  const unavailable = event === null ? NOT_YET : null;
  const text = (print: (loaded: EventSummary) => string) => () => (event === null ? '' : print(event));
  const forms = [
    {
      id: 'event.copy-text',
      name: 'Text',
      title: 'Copy the event as text',
      text: text((loaded) => eventText(loaded, sentences)),
      unavailable,
    },
    {
      id: 'event.copy-json',
      name: 'JSON, as received',
      title: 'Copy the received text',
      text: () => raw ?? '',
      unavailable: raw === null ? NOT_YET : raw === '' ? 'The event has no text' : null,
    },
    {
      id: 'event.copy-markdown',
      name: 'Markdown',
      title: 'Copy the event as Markdown',
      text: text((loaded) => eventMarkdown(loaded, sentences, href)),
      unavailable,
    },
    {
      id: 'event.copy-ticket',
      name: 'Ticket line',
      title: 'Copy the event as one line for a ticket',
      text: text((loaded) => ticketLine(loaded, href)),
      unavailable,
    },
  ];
  const LinkIcon = link.copied === 'done' ? Check : Link;
  const label = copiedWords(link.copied, 'Copy a link to the event');
  return (
    <>
      <CopyMenu forms={forms} />
      <Tooltip label={label}>
        <button type="button" className="icon-button" aria-label={label} onClick={link.copy}>
          <LinkIcon size={14} aria-hidden="true" />
        </button>
      </Tooltip>
    </>
  );
}
