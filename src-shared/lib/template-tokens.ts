/** Splits text with fields in braces, such as `{title}`. `{{` and `}}` stand for braces. Pure. */
export type TemplateToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'stray-brace'; readonly text: string };

export function templateTokens(template: string): readonly TemplateToken[] {
  const matches = template.matchAll(/\{\{|\}\}|\{(?<name>[^{}]*)\}|[{}]|[^{}]+/g);
  return Array.from(matches, ({ 0: text, groups }): TemplateToken => {
    const name = groups?.['name'];
    if (name !== undefined) return { kind: 'field', name: name.trim() };
    if (text === '{' || text === '}') return { kind: 'stray-brace', text };
    return { kind: 'text', text: text === '{{' ? '{' : text === '}}' ? '}' : text };
  });
}
