/** The address alone decides which screen, filter and event are shown, so links and Back work. */
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Address, AddressCodec } from './address-codec.ts';
import {
  changeAddress,
  removeInvalidParameter,
  printAddressText,
  type ParsedAddress,
  parseAddress,
  parseAddressText,
} from './address-text.ts';
import { currentHash, entryPosition, subscribeToAddress, goTo, savePosition } from './browser-address.ts';
import { isScreenName, screenAddresses, type ScreenAddresses, type ScreenName } from './screen-addresses.ts';

export { goTo } from './browser-address.ts';

export interface AddressHandle<Value extends object> extends Address<Value> {
  /** Adds a history entry, unless `replace` is set or the address stays the same. */
  change(part: Partial<Value>, options?: { readonly replace?: boolean }): void;
  removeInvalid(name: string): void;
}

/** Renders again only when a parameter of this codec changes. */
export function useAddress<Value extends object>(codec: AddressCodec<Value>): AddressHandle<Value> {
  const read = useMemo(() => addressReader(codec), [codec]);
  const address = useSyncExternalStore(subscribeToAddress, read);
  return useMemo(
    () => ({
      value: address.value,
      invalidParameters: address.invalidParameters,
      change: (part, options) =>
        goTo(printAddressText(changeAddress(codec, parseAddressText(currentHash()), part)), options),
      removeInvalid: (name) =>
        goTo(printAddressText(removeInvalidParameter(codec, parseAddressText(currentHash()), name)), { replace: true }),
    }),
    [address, codec],
  );
}

export function useAddressPart<Value extends object, Part extends keyof Value>(
  codec: AddressCodec<Value>,
  part: Part,
): Value[Part] {
  const read = useMemo(() => addressReader(codec), [codec]);
  return useSyncExternalStore(subscribeToAddress, () => read().value[part]);
}

/** Returns the same object until the parameters of the codec change. */
function addressReader<Value extends object>(codec: AddressCodec<Value>): () => Address<Value> {
  let last: { readonly hash: string; readonly address: ParsedAddress<Value> } | null = null;
  return () => {
    const hash = currentHash();
    if (last?.hash !== hash)
      last = { hash, address: parseAddress(codec, parseAddressText(hash), last?.address ?? null) };
    return last.address;
  };
}

/** Returns null and goes to Watch if the address names no known screen. */
export function useScreenName(): ScreenName | null {
  const screen = useSyncExternalStore(subscribeToAddress, () => parseAddressText(currentHash()).screen);
  const name = isScreenName(screen) ? screen : null;
  useLayoutEffect(() => {
    if (name === null) goTo(hrefOf('watch'), { replace: true });
  }, [name]);
  return name;
}

/** Reads the current address. For delayed address changes: the user may have left the screen. */
export function isScreenShown(name: ScreenName): boolean {
  return parseAddressText(currentHash()).screen === name;
}

export function hrefOf<Name extends ScreenName>(screen: Name, part: Partial<ScreenAddresses[Name]> = {}): string {
  const codec: AddressCodec<ScreenAddresses[Name]> = screenAddresses[screen];
  return printAddressText(changeAddress(codec, { screen, parameters: [] }, part));
}

export function absoluteHref(href: string): string {
  return new URL(href, window.location.href).href;
}

/** Restores the position of the list on Back and reload. Saving another one takes effect on the next return. */
export function useHistoryPosition<Place>(): [place: Place | null, keep: (position: Place) => void] {
  const position = useSyncExternalStore(subscribeToAddress, entryPosition);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is of one screen, which alone keeps with it
  return [position as Place | null, savePosition];
}
