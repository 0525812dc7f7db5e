/**
 * How components read and change the address. It is the only thing that says which screen, which filter and which event
 * are shown: that is why links and Back work.
 */
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
  /** Adds an entry to the history, unless told to replace the present one or nothing changes. */
  change(part: Partial<Value>, options?: { readonly replace?: boolean }): void;
  /** Takes what cannot be read under that name out of the address. */
  removeInvalid(name: string): void;
}

/** Renders anew only where something of this codec's has changed. */
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

/** One part of it; renders anew only where that has changed. */
export function useAddressPart<Value extends object, Part extends keyof Value>(
  codec: AddressCodec<Value>,
  part: Part,
): Value[Part] {
  const read = useMemo(() => addressReader(codec), [codec]);
  return useSyncExternalStore(subscribeToAddress, () => read().value[part]);
}

/** The same object for as long as what is written is the same. */
function addressReader<Value extends object>(codec: AddressCodec<Value>): () => Address<Value> {
  let last: { readonly hash: string; readonly address: ParsedAddress<Value> } | null = null;
  return () => {
    const hash = currentHash();
    if (last?.hash !== hash)
      last = { hash, address: parseAddress(codec, parseAddressText(hash), last?.address ?? null) };
    return last.address;
  };
}

/** `null` for the moment in which the address names no screen that there is: it is replaced by Watch's. */
export function useScreenName(): ScreenName | null {
  const screen = useSyncExternalStore(subscribeToAddress, () => parseAddressText(currentHash()).screen);
  const name = isScreenName(screen) ? screen : null;
  useLayoutEffect(() => {
    if (name === null) goTo(hrefOf('watch'), { replace: true });
  }, [name]);
  return name;
}

/** Now: for what changes the address later than it was asked to, when somebody may have gone elsewhere. */
export function isScreenShown(name: ScreenName): boolean {
  return parseAddressText(currentHash()).screen === name;
}

/** `#/timeline?event=5` */
export function hrefOf<Name extends ScreenName>(screen: Name, part: Partial<ScreenAddresses[Name]> = {}): string {
  const codec: AddressCodec<ScreenAddresses[Name]> = screenAddresses[screen];
  return printAddressText(changeAddress(codec, { screen, parameters: [] }, part));
}

/**
 * Where in a list the reader was, kept with the entry of the history: Back and a reload bring it. It is what there was
 * when the entry was entered (a new one has none); keeping another changes nothing until the reader comes back.
 */
export function useHistoryPosition<Place>(): [place: Place | null, keep: (place: Place) => void] {
  const place = useSyncExternalStore(subscribeToAddress, entryPosition);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is of one screen, which alone keeps with it
  return [place as Place | null, savePosition];
}
