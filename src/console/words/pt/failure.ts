import type { failure as English } from '../en/failure.js';

export const failure = {
  meanings: {
    approval_declined: 'Um membro da conta recusou.',
    approval_expired: 'Nenhum membro da conta aprovou a tempo. Crie de novo se ainda for devido.',
    cancelled_before_submission: 'Foi cancelado antes de ser enviado.',
    customer_blocked: 'O cliente está bloqueado. Fale com o suporte.',
    destination_disabled: 'O destino está desativado. Ative-o ou escolha outro.',
    expired: 'Nenhum pagamento chegou a tempo.',
    funding_insufficient: 'O dinheiro que chegou não foi suficiente.',
    insufficient_funds: 'O saldo disponível não foi suficiente. Adicione dinheiro e crie de novo.',
    invalid_instruction: 'Os dados da conta foram recusados. Corrija o favorecido e crie de novo.',
    no_route: 'Não há banco conectado para este método e moeda. Fale com o suporte.',
    not_confirmed: 'O banco não confirmou o pagamento.',
    not_submitted: 'Não foi enviado ao banco. Crie de novo.',
    provider_amount_mismatch: 'O banco ofereceu outro valor.',
    provider_error: 'O banco informou um erro.',
    provider_rejected: 'O banco recusou. Confira os dados da conta antes de criar de novo.',
    provider_unavailable: 'O banco não estava disponível. Crie de novo.',
    quote_expired: 'A cotação tinha expirado. Crie uma nova.',
    resolved_not_executed: 'O banco confirmou que não foi executado. Crie de novo se ainda for devido.',
    simulated_failure: 'O ambiente de testes simulou uma falha.',
    risk_rejected: 'A análise o rejeitou. Fale com o suporte antes de criar de novo.',
  },
  ofBank: (code) => `O banco retornou o código "${code}".`,
} satisfies typeof English;
