import type { ImageKind } from '../../domain/hosted-image.js';
import type { HostedPage } from '../../domain/hosted-page.js';
import type { PageImages } from '../../ports/hosted-read.js';
import type { Platform } from '../../ports/ports.js';

/** The configured appearance of a page (contract §2.15). */
export type Looks = Pick<HostedPage, 'colors' | 'radius' | 'font'>;

/** The owner of a page, with the texts and URLs that its pages show. */
export interface Brand {
  /** Shown in the header, and as the contact. */
  readonly name: string;
  /** The platform's name, shown beside the owner's on a co-branded page. */
  readonly platform: string | undefined;
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  readonly theme: string;
  readonly support: HostedPage['support'];
  readonly legal: HostedPage['legal'];
}

/** The name is shown until an image is stored here. A page in the platform's own look has the platform's address. */
export function brandOf(
  { name: platformName, email }: Platform,
  { page, images }: { readonly page: HostedPage; readonly images: PageImages },
): Brand {
  const isOwn = page.brandingMode !== 'platform';
  const imageAt = (kind: ImageKind): string | undefined => {
    const digest = isOwn ? images[kind]?.digest : undefined;
    return digest ? `/p/image/${page.id}/${digest}` : undefined;
  };
  return {
    name: (isOwn ? page.brandName : null) ?? platformName,
    platform: page.brandingMode === 'co_branded' ? platformName : undefined,
    logo: imageAt('logo'),
    favicon: imageAt('favicon'),
    theme: `/p/theme/${page.id}/${page.version}.css`,
    support:
      page.support.email === undefined && !isOwn && email !== undefined
        ? { ...page.support, email }
        : page.support,
    legal: page.legal,
  };
}
