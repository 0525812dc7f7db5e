/** The part of `sax` that is used here; the package has no types. */
declare module 'sax' {
  interface Tag {
    /** In upper case if not strict. */
    readonly name: string;
    /** Without its prefix; missing without `xmlns`. */
    readonly local: string;
    readonly attributes: Readonly<Record<string, { readonly value: string }>>;
  }
  export interface Handlers {
    onopentag(this: void, tag: Tag): void;
    onclosetag(this: void): void;
    ontext(this: void, text: string): void;
    oncdata(this: void, text: string): void;
    onerror(this: void, error: Error): void;
  }
  interface Parser extends Handlers {
    error: Error | null;
    write(text: string): this;
    close(): this;
  }
  const sax: { parser(strict: boolean, options: { xmlns: boolean }): Parser };
  export default sax;
}
