import { Check, ChevronDown, Copy, Link } from 'lucide-react';
import { useMemo } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { OverflowMenu } from '../../../components/overlay/OverflowMenu.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { copiedWords, useCopyText, useCopy } from '../../../components/controls/use-copy.ts';
import { eventMarkdown, eventText, ticketLine } from './event-text.ts';
import styles from '../../../components/detail/PaneHead.module.css';

interface EventActionsProps {
  readonly seq: number;
  readonly event: EventSummary | null;
  readonly raw: string | null;
  readonly sentences: readonly ProviderSentence[];
}

const NOT_YET = 'The event is not loaded yet';

export function EventActions({ seq, event, raw, sentences }: EventActionsProps) {
  const href = new URL(hrefOf('timeline', { event: seq }), window.location.href).href;
  const texts = useMemo(
    () => ({
      text: event === null ? '' : eventText(event, sentences),
      markdown: event === null ? '' : eventMarkdown(event, sentences, href),
      ticket: event === null ? '' : ticketLine(event, href),
    }),
    [event, sentences, href],
  );
  const { copied, copy } = useCopyText();
  const link = useCopy(href);
  const noEvent = event === null ? NOT_YET : null;
  const noRaw = raw === null ? NOT_YET : raw === '' ? 'The event has no text' : null;
  const copies = [
    { id: 'event.copy-text', name: 'Text', title: 'Copy the event as text', text: texts.text, unavailable: noEvent },
    {
      id: 'event.copy-json',
      name: 'JSON, as received',
      title: 'Copy the received text',
      text: raw ?? '',
      unavailable: noRaw,
    },
    {
      id: 'event.copy-markdown',
      name: 'Markdown',
      title: 'Copy the event as Markdown',
      text: texts.markdown,
      unavailable: noEvent,
    },
    {
      id: 'event.copy-ticket',
      name: 'Ticket line',
      title: 'Copy the event as one line for a ticket',
      text: texts.ticket,
      unavailable: noEvent,
    },
  ];
  useCommands([
    ...copies.map(({ id, title, text, unavailable }) => ({
      id,
      title,
      group: 'Event' as const,
      unavailable,
      run: () => copy(text),
    })),
    { id: 'event.copy-link', title: 'Copy a link to the event', group: 'Event', run: link.copy },
  ]);
  const CopyIcon = copied === 'done' ? Check : Copy;
  const LinkIcon = link.copied === 'done' ? Check : Link;
  return (
    <>
      <OverflowMenu
        buttonClass={`${styles['button']} pad-x-2`}
        actions={copies.map(({ id, name, text, unavailable }) => ({ id, name, unavailable, run: () => copy(text) }))}
      >
        <CopyIcon size={14} aria-hidden="true" />
        <span>{copiedWords(copied, 'Copy as')}</span>
        <ChevronDown size={12} aria-hidden="true" />
      </OverflowMenu>
      <Tooltip label={copiedWords(link.copied, 'Copy a link to the event')}>
        <button
          type="button"
          className={styles['button']}
          aria-label={copiedWords(link.copied, 'Copy a link to the event')}
          onClick={link.copy}
        >
          <LinkIcon size={14} aria-hidden="true" />
        </button>
      </Tooltip>
    </>
  );
}
