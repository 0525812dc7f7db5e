/**
 * Types for the part of the address that belongs to a screen: `#/timeline?q=outcome:failed&event=4712`. A codec reads
 * and writes the parameters that a screen knows. Unknown parameters are kept, and invalid ones are shown to the user.
 */

/** A parameter that the screen knows but whose value it cannot read. */
export interface InvalidParameter {
  readonly name: string;
  readonly text: string;
  readonly problem: string;
}

export interface AddressParameter<T> {
  readonly name: string;
  /** Used if the address lacks the parameter. Not written to the address. */
  readonly defaultValue: T;
  /** @throws Error if the text is invalid; its message is a sentence with the reason */
  parse(text: string): T;
  print(value: T): string;
}

export type AddressCodec<Value extends object> = {
  readonly [Part in keyof Value]: AddressParameter<Value[Part]>;
};

export interface Address<Value extends object> {
  readonly value: Value;
  readonly invalidParameters: readonly InvalidParameter[];
}
