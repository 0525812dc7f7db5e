/**
 * Lays JSON out over lines without re-writing it: numbers keep every digit and strings every escape, which a parse and
 * a print would not.
 * @returns `null` where the text is no JSON.
 */
export function indentJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  let result = '';
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  // Valid JSON has these tokens only; white space between them falls away.
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') {
      const empty = tokens[index + 1] === '}' || tokens[index + 1] === ']';
      depth += 1;
      result += empty ? token : token + newLine();
    } else if (token === '}' || token === ']') {
      const empty = tokens[index - 1] === '{' || tokens[index - 1] === '[';
      depth -= 1;
      result += empty ? token : newLine() + token;
    } else if (token === ',') result += token + newLine();
    else if (token === ':') result += ': ';
    else result += token;
  }
  return result;
}
