/**
 * What the address says of a screen: `#/timeline?q=outcome:failed&event=4712`. A codec reads and writes the parameters
 * that a screen knows; those that no codec knows are kept as they are, and one that cannot be read is shown, not dropped.
 */

/** A parameter that the screen knows and whose value it cannot read. */
export interface InvalidParameter {
  /** As in the address. */
  readonly name: string;
  readonly text: string;
  /** Why, as a sentence. */
  readonly problem: string;
}

export interface AddressParameter<T> {
  /** As in the address. */
  readonly name: string;
  /** What is meant where the address does not say; not printed. */
  readonly defaultValue: T;
  /** @throws Error whose message is a sentence that says why it cannot be read */
  parse(text: string): T;
  print(value: T): string;
}

/** One entry for each parameter of a screen. */
export type AddressCodec<Value extends object> = {
  readonly [Part in keyof Value]: AddressParameter<Value[Part]>;
};

export interface Address<Value extends object> {
  readonly value: Value;
  readonly invalidParameters: readonly InvalidParameter[];
}
