import type { HostedPage } from '../../domain/hosted-page.js';

/** The name under which the platform itself is known to payers. */
const platformName = 'Payments service';

/** The looks of a page as it is configured (contract §2.15). */
export type Looks = Pick<HostedPage, 'colors' | 'radius' | 'font'>;

/** Whose page it is, in the words and addresses that its pages show. */
export interface Brand {
  /** In the header, and whom to ask. */
  readonly name: string;
  /** Beside it, where the page is co-branded. */
  readonly platform: string | undefined;
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  readonly theme: string;
  readonly support: HostedPage['support'];
}

/** Which of its images are stored here: until then the name stands. */
export interface Images {
  readonly logo: boolean;
  readonly favicon: boolean;
}

export function brandOf(page: HostedPage, images: Images = { logo: false, favicon: false }): Brand {
  const isOwn = page.brandingMode !== 'platform';
  const at = (what: string): string => `/p/${what}/${page.id}/${page.version}`;
  return {
    name: (isOwn ? page.brandName : null) ?? platformName,
    platform: page.brandingMode === 'co_branded' ? platformName : undefined,
    logo: isOwn && images.logo ? at('logo') : undefined,
    favicon: isOwn && images.favicon ? at('favicon') : undefined,
    theme: `${at('theme')}.css`,
    support: page.support,
  };
}
