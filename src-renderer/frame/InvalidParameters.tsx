/** Names the unreadable parameters of the address; the rest applies. The timeline shows its own in its filter. */
import { TriangleAlert } from 'lucide-react';
import type { AddressCodec } from '../address/address-codec.ts';
import { type ScreenName, screenAddresses } from '../address/screen-addresses.ts';
import { useAddress } from '../address/use-address.ts';
import { Button } from '../components/controls/Button.tsx';
import { visibleText } from '../text/visible-text.ts';

export function InvalidParameters({ screen }: { screen: Exclude<ScreenName, 'timeline'> }) {
  const codec: AddressCodec<object> = screenAddresses[screen];
  const address = useAddress(codec);
  if (address.invalidParameters.length === 0) return null;
  return (
    <ul className="unmarked pad-x-3 ruled-below screen-only" aria-label="Parts of this address that cannot be read">
      {address.invalidParameters.map(({ name, text, problem }) => (
        <li key={name} className="row wraps gap-2">
          <TriangleAlert size={14} aria-hidden="true" />
          <span className="shrinks breaks">
            <span className="strong">{visibleText(`${name}=${text}`)}</span> {problem}
          </span>
          <Button variant="subtle" size="compact-xs" onClick={() => address.removeInvalid(name)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
