/** What can be taken along of an event: its words, its received text, a link to it. */
import { Popover, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown, Copy, Link } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Tip } from '../../../components/Tip.tsx';
import { copiedWords, useCopied, useCopy } from '../../../components/use-copy.ts';
import { eventMarkdown, eventText, ticketLine } from './event-text.ts';
import styles from './PaneHead.module.css';

interface EventActionsProps {
  readonly seq: number;
  readonly event: EventSummary | null;
  /** `null` until it was read. */
  readonly raw: string | null;
  readonly sentences: readonly ProviderSentence[];
}

export function EventActions({ seq, event, raw, sentences }: EventActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const href = new URL(hrefOf('timeline', { event: seq }), window.location.href).href;
  const texts = useMemo(
    () => ({
      text: event === null ? '' : eventText(event, sentences),
      markdown: event === null ? '' : eventMarkdown(event, sentences, href),
      ticket: event === null ? '' : ticketLine(event, href),
    }),
    [event, sentences, href],
  );
  const { copied, copy } = useCopied();
  const link = useCopy(href);
  const hasEvent = event !== null;
  const hasRaw = raw !== null && raw !== '';
  const copies = [
    { id: 'event.copy-text', name: 'Text', title: 'Copy the event as text', text: texts.text, ready: hasEvent },
    {
      id: 'event.copy-json',
      name: 'JSON, as received',
      title: 'Copy the received text',
      text: raw ?? '',
      ready: hasRaw,
    },
    {
      id: 'event.copy-markdown',
      name: 'Markdown',
      title: 'Copy the event as Markdown',
      text: texts.markdown,
      ready: hasEvent,
    },
    {
      id: 'event.copy-ticket',
      name: 'Ticket line',
      title: 'Copy the event as one line for a ticket',
      text: texts.ticket,
      ready: hasEvent,
    },
  ];
  const notYet = raw === null ? 'The event was not read yet' : 'The event carried no text';
  useCommands([
    ...copies.map(({ id, title, text, ready }) => ({
      id,
      title,
      group: 'Event' as const,
      keys: [],
      unavailable: ready ? null : notYet,
      run: () => copy(text),
    })),
    { id: 'event.copy-link', title: 'Copy a link to the event', group: 'Event', keys: [], run: link.copy },
  ]);
  const CopyIcon = copied === 'done' ? Check : Copy;
  const LinkIcon = link.copied === 'done' ? Check : Link;
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        offset={4}
        withinPortal={false}
        withRoles
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton className={`${styles['button']} ${styles['worded']}`} onClick={() => setOpen(!isOpen)}>
            <CopyIcon size={14} aria-hidden="true" />
            <span>{copiedWords(copied, 'Copy as')}</span>
            <ChevronDown size={12} aria-hidden="true" />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles['menu'] ?? ''} aria-label="Copy the event as">
          {copies.map(({ id, name, text, ready }) => (
            <UnstyledButton
              key={id}
              className={styles['item']}
              disabled={!ready}
              onClick={() => {
                setOpen(false);
                copy(text);
              }}
            >
              {name}
            </UnstyledButton>
          ))}
        </Popover.Dropdown>
      </Popover>
      <Tip label={copiedWords(link.copied, 'Copy a link to the event')}>
        <UnstyledButton
          className={styles['button']}
          aria-label={copiedWords(link.copied, 'Copy a link to the event')}
          onClick={link.copy}
        >
          <LinkIcon size={14} aria-hidden="true" />
        </UnstyledButton>
      </Tip>
    </>
  );
}
