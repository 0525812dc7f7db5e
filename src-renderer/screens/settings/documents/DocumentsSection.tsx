/** The documents of users, readable without a network. Their chunk is loaded when this part opens. */
import { type ComponentType, useEffect, useState } from 'react';
import { settingsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { SectionSheet } from '../SectionSheet.tsx';

type Chunk =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'loaded'; Library: ComponentType<{ doc: string }> };

export function DocumentsSection() {
  const { value } = useAddress(settingsAddress);
  const [chunk, setChunk] = useState<Chunk>({ kind: 'loading' });
  const load = () => {
    import('./DocumentLibrary.tsx').then(
      ({ DocumentLibrary }) => setChunk({ kind: 'loaded', Library: DocumentLibrary }),
      () => setChunk({ kind: 'failed' }),
    );
  };
  useEffect(load, []);
  if (chunk.kind === 'loaded')
    return (
      <SectionSheet key={value.doc} label="Documents" isWide>
        <chunk.Library doc={value.doc} />
      </SectionSheet>
    );
  if (chunk.kind === 'loading') return <EmptyState title="Loading the documents …" />;
  return (
    <EmptyState
      urgent
      title="The documents could not be loaded."
      detail="Watchfloor did not send them. If Watchfloor was updated, reload the page."
      button={{ name: 'Try again', run: load }}
    />
  );
}
