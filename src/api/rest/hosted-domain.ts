export const hostedDomainRoutes = [];
