/** The three ways in which a page shows whose it is, each with looks of its own. */
export const brands = {
  platform: {},
  co_branded: {
    branding_mode: 'co_branded',
    brand_name: 'Remesas Andinas',
    radius: 'lg',
    font: 'inter',
    colors: {
      background: '#fdf6ec',
      border: '#e6d5bd',
      primary: '#b4442c',
      secondary: '#e0a458',
      surface: '#ffffff',
      text: '#2f2117',
    },
    support: { email: 'hola@remesas.example', phone: '+5117001234', url: 'https://ayuda.remesas.example' },
  },
  white_label: {
    branding_mode: 'white_label',
    brand_name: 'Nocturna',
    radius: 'full',
    font: 'poppins',
    colors: {
      background: '#0e1220',
      border: '#2b3350',
      primary: '#7c5cff',
      secondary: '#33d6c0',
      surface: '#171c2f',
      text: '#eef0fa',
    },
    support: { email: 'support@nocturna.example' },
  },
} as const;
