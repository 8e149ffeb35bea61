// The URL of the audit trail: /audit?from=2026-11-01&action=citation&page=2.
import type { AuditFilter } from '../../api/maintenance/audit'
import { anyText, isDay, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

export const auditAddress = listAddress<AuditFilter>(patterns.audit, {
  from: isDay,
  to: isDay,
  actor: anyText,
  action: anyText,
  object: anyText,
})
