import { contrastOf, textContrast } from './colour.js';
import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { usualColors, type Colors, type HostedPage } from './noun/hosted-page.js';
import { refuse } from './refusal.js';

export type { Colors, HostedPage };

/** The settings of a page that an account configures; missing settings get their defaults (contract §4.9). */
export type PageSetting = Pick<
  HostedPage,
  | 'enabled'
  | 'brandingMode'
  | 'brandName'
  | 'colors'
  | 'radius'
  | 'font'
  | 'logoUrl'
  | 'faviconUrl'
  | 'support'
  | 'legal'
  | 'publicStart'
>;

/** The settings before the first configuration. */
export const usualSetting: PageSetting = {
  enabled: false,
  brandingMode: 'platform',
  brandName: '',
  colors: usualColors,
  radius: 'md',
  font: 'system',
  logoUrl: null,
  faviconUrl: null,
  support: {},
  legal: {},
  publicStart: false,
};

export interface PageAsk {
  readonly accountId: string;
  readonly setting: Partial<Omit<PageSetting, 'colors'>> & { readonly colors?: Partial<Colors> };
  readonly isEntitled: boolean;
}

/** Replaces all settings. */
export function configurePage(
  moment: Moment,
  known: HostedPage | undefined,
  { accountId, setting, isEntitled }: PageAsk,
): Decision & { page: HostedPage } {
  const next: PageSetting = {
    ...usualSetting,
    ...setting,
    colors: { ...usualColors, ...setting.colors },
  };
  checkSetting(next, isEntitled);
  const page: HostedPage = known
    ? { ...known, ...next, updatedAt: moment.now }
    : {
        ...next,
        id: moment.newId('hostedPage', moment.now),
        accountId,
        createdAt: moment.now,
        updatedAt: moment.now,
        version: 1,
      };
  const change = known ? changed('hostedPage', page) : added('hostedPage', page);
  return { ...decide({ changes: [change] }), page };
}

function checkSetting({ brandingMode, brandName, colors }: PageSetting, isEntitled: boolean): void {
  if (brandingMode !== 'platform' && brandName.trim() === '') {
    const message = `brand_name: is required for ${brandingMode}; send the name that customers know.`;
    refuse('invalid_parameter', message, { param: 'brand_name' });
  }
  const contrast = contrastOf(colors.text, colors.surface);
  if (contrast < textContrast) {
    const ratioText = (Math.floor(contrast * 100) / 100).toFixed(2);
    refuse(
      'invalid_parameter',
      `colors.text: has a contrast of ${ratioText}:1 on colors.surface; choose colors with at least ${textContrast}:1.`,
      { param: 'colors.text' },
    );
  }
  if (brandingMode === 'white_label' && !isEntitled) {
    refuse(
      'white_label_not_entitled',
      'branding_mode: white_label must be granted by the platform; send co_branded, or ask for it.',
      { param: 'branding_mode' },
    );
  }
}

/** A page whose account lost white label shows the platform's name again. */
export function withdrawWhiteLabel(moment: Moment, page: HostedPage): Decision {
  if (page.brandingMode !== 'white_label') return decide({});
  const next: HostedPage = { ...page, brandingMode: 'co_branded', updatedAt: moment.now };
  return decide({ changes: [changed('hostedPage', next)] });
}
