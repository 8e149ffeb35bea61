//! Promoted results, with every change of them.

use crate::model::error::Result;
use crate::model::keys::ChangeNumber;
use crate::model::search::promotion::{Promotion, PromotionAction, PromotionDraft, PromotionState};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert, json, json_column};
use rusqlite::Row;

const COLUMNS: &str = "id, phrases, citation, packet, url, title, version, changed, by_name";

impl ReadTx<'_> {
    /// The change number of the latest change of a promotion; 0 before the first.
    pub fn promotion_change(&self) -> Result<ChangeNumber> {
        self.value("SELECT coalesce(max(changed), 0) FROM promotion_changes", [])
    }

    /// Every promotion, in the order they were added.
    pub fn promotions(&self) -> Result<Vec<Promotion>> {
        self.list(&format!("SELECT {COLUMNS} FROM promotions ORDER BY key"), [], promotion)
    }

    /// The promotion with this ID.
    pub fn promotion(&self, id: &str) -> Result<Option<Promotion>> {
        self.optional(&format!("SELECT {COLUMNS} FROM promotions WHERE id = ?1"), [id], promotion)
    }

    /// Every state of a promotion, a deleted one too, newest first; none for an unknown ID.
    pub fn promotion_states(&self, id: &str) -> Result<Vec<PromotionState>> {
        self.list(
            "SELECT version, at, by_name, body FROM promotion_changes WHERE promotion = ?1 ORDER BY version DESC",
            [id],
            |row| {
                let promotion: Option<Promotion> = match row.get_ref("body")?.as_str_or_null()? {
                    Some(_) => Some(json_column(row, "body")?),
                    None => None,
                };
                let version: u64 = row.get("version")?;
                let action = match (&promotion, version) {
                    (None, _) => PromotionAction::Deleted,
                    (Some(_), 1) => PromotionAction::Added,
                    (Some(_), _) => PromotionAction::Changed,
                };
                from_row!(row => PromotionState {
                    version: version, when = "at", who = "by_name", action: action, promotion: promotion
                })
            },
        )
    }
}

fn promotion(row: &Row<'_>) -> rusqlite::Result<Promotion> {
    from_row!(row => Promotion {
        id, phrases: json_column(row, "phrases")?, citation, packet, url, title, version, changed, by = "by_name"
    })
}

impl WriteTx<'_> {
    /// Adds a promotion, or replaces the one with this ID, whose version is `before`.
    pub fn save_promotion(
        &self,
        id: &str,
        draft: &PromotionDraft,
        before: Option<u64>,
        editor: &Editor,
    ) -> Result<Promotion> {
        let saved = Promotion {
            id: id.to_owned(),
            phrases: draft.phrases.clone(),
            citation: draft.citation.clone(),
            packet: draft.packet.clone(),
            url: draft.url.clone(),
            title: draft.title.clone(),
            version: before.unwrap_or(0) + 1,
            changed: now(),
            by: editor.name.clone(),
        };
        let phrases = json(&saved.phrases)?;
        insert!(self.db, or update promotions {
            id, phrases, citation = saved.citation, packet = saved.packet, url = saved.url,
            title = saved.title, version = saved.version, changed = saved.changed, by_name = saved.by
        })?;
        self.record_promotion(id, saved.version, Some(json(&saved)?), editor)?;
        Ok(saved)
    }

    /// Deletes a promotion; its states stay.
    pub fn delete_promotion(&self, present: &Promotion, editor: &Editor) -> Result<()> {
        self.execute("DELETE FROM promotions WHERE id = ?1", [&present.id])?;
        self.record_promotion(&present.id, present.version + 1, None, editor)
    }

    fn record_promotion(&self, id: &str, version: u64, body: Option<String>, editor: &Editor) -> Result<()> {
        let change = self.change_number()?;
        insert!(self.db, promotion_changes {
            promotion = id, version, at = now(), by_user = editor.user, by_name = editor.name, body,
            changed = change
        })
    }
}
