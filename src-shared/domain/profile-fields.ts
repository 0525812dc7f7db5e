/**
 * What may stand in the fields of a profile, told while it is typed: the page, the profile file and the backend ask the
 * same functions. Addresses are tidied, and it is said what was taken off. No zod here: the page has none.
 */

export type FieldCheck =
  | {
      readonly kind: 'good';
      /** What is kept. */
      readonly value: string;
      /** What was taken off what was typed, such as `/connect/subscribe`; `null`: nothing. */
      readonly takenOff: string | null;
    }
  | {
      readonly kind: 'wrong';
      /** Ends the sentence "… must be", such as `an https address such as "https://api.example.com"`. */
      readonly expected: string;
      /** What the person most likely means, to be taken over with one click; `null`: nothing is near enough. */
      readonly meant: string | null;
      /** Nothing was typed yet: asked for, not blamed. */
      readonly isEmpty: boolean;
    };

export type AddressField = 'baseUrl' | 'eventsUrl' | 'authUrl';

/** A realm that a pasted full address of the issuer holds (`…/realms/iot/…`); `null` where it holds none. */
export function realmIn(_address: string): string | null {
  return null;
}
