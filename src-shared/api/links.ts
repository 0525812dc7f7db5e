import * as z from 'zod';
import { maskedFields } from '../domain/event/masked-fields.ts';
import { linkPlaces } from '../domain/links/link-fields.ts';
import { linkKinds, MAX_TEMPLATE_LENGTH, parseTemplate } from '../domain/links/link-template.ts';
import { isLinkName, MAX_OWN_LINKS, type OwnLink, OWN_LINK_LIMITS } from '../domain/links/own-link.ts';

const ownLinkSchema = z
  .object({
    id: z.string().min(1).max(OWN_LINK_LIMITS.id),
    name: z.string().refine(isLinkName),
    kind: z.enum(linkKinds),
    places: z.array(z.enum(linkPlaces)).min(1).max(linkPlaces.length).readonly(),
    template: z.string().max(MAX_TEMPLATE_LENGTH),
    mask: z.array(z.enum(maskedFields)).max(maskedFields.length).readonly(),
  })
  .refine(({ kind, template, places }) => parseTemplate(kind, template, places).kind === 'template', {
    path: ['template'],
    message: 'must be a valid template',
  }) satisfies z.ZodType<OwnLink>;

export const linksSchema = z.array(ownLinkSchema).max(MAX_OWN_LINKS);
export const linkIdsSchema = z.array(z.string()).max(MAX_OWN_LINKS);
