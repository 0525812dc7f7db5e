/** The own links of a row: one click opens the address or copies the text. Shows nothing if the row has no own links. */
import { Check, Copy, ExternalLink } from 'lucide-react';
import type { LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { copiedWords, useCopy } from '../controls/use-copy.ts';
import pane from '../detail/DetailPane.module.css';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { followLink, type RowLink, useOwnLinks } from './use-own-links.ts';

export function OwnLinks({ row }: { row: LinkRow | null }) {
  const links = useOwnLinks(row);
  const isEvent = row?.place === 'event' || row?.place === 'subscription';
  useCommands(
    links.map((link) => ({
      id: `links.${link.id}`,
      title: `${link.expanded.kind === 'copy' ? 'Copy' : 'Open'} own link: ${link.name}`,
      group: isEvent ? ('Event' as const) : ('Case' as const),
      synonyms: ['links'],
      unavailable: link.unavailable,
      run: () => followLink(link),
    })),
  );
  if (links.length === 0) return null;
  return (
    <nav className={pane['links']} aria-label="Own links">
      {links.map((link) => (
        <OwnLinkEntry key={link.id} link={link} />
      ))}
    </nav>
  );
}

function OwnLinkEntry({ link: { name, expanded, unavailable } }: { link: RowLink }) {
  if (expanded.kind === 'copy') return <CopyEntry name={name} text={expanded.text} />;
  if (expanded.kind === 'address')
    return (
      <Tooltip label={expanded.address}>
        <a className="inline-row gap-1" href={expanded.address} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={12} aria-hidden="true" />
          {name}
        </a>
      </Tooltip>
    );
  return (
    <Tooltip label={unavailable}>
      <button type="button" className="link-button small inline-row gap-1" aria-disabled="true">
        <ExternalLink size={12} aria-hidden="true" />
        {name}
      </button>
    </Tooltip>
  );
}

function CopyEntry({ name, text }: { name: string; text: string }) {
  const { copied, copy } = useCopy(text);
  const Icon = copied === 'done' ? Check : Copy;
  return (
    <Tooltip label={text}>
      <button type="button" className="link-button small inline-row gap-1" aria-label={`Copy ${name}`} onClick={copy}>
        <Icon size={12} aria-hidden="true" />
        {copiedWords(copied, name)}
      </button>
    </Tooltip>
  );
}
