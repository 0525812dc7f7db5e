/**
 * A text from the service must not call a whole channel, or show a link whose words it chose. Bold and italic remain.
 * Source: Slack, "Formatting text for app surfaces"; Mattermost, "Formatting text", "Incoming webhooks"; Rocket.Chat,
 * "Message formatting".
 */
import { visibleText } from '../../lib/visible-text.ts';

/** Zero-width space: users do not see it, and no chat finds a mention or a link that contains it. */
const BREAK = '\u200B';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function chatText(text: string): string {
  return (
    visibleText(text.replaceAll(/\s+/g, ' '))
      // Slack: <!channel>, <@user>, <https://…|words>.
      .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character)
      // Mentions, @all; channels, ~town-square and #general.
      .replaceAll(/[@#~](?=[\p{L}\p{N}_])/gu, (character) => character + BREAK)
      // Markdown: [words](address), ![words](address), [words][name].
      .replaceAll(/\](?=[([])/g, `]${BREAK}`)
      // Addresses, which chats link by themselves: https://…, mailto:…, other.example.
      .replaceAll(/:(?=\/\/)|\b(?:mailto|tel|data|javascript):/gi, (found) => found + BREAK)
      .replaceAll(/(?<=[\p{L}\p{N}-])\.(?=[a-z]{2})/gu, `.${BREAK}`)
  );
}
