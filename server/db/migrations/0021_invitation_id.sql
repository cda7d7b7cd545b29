ALTER TABLE "space_user" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_invited_by_app_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_user_invited_by" ON "space_user" USING btree ("invited_by");--> statement-breakpoint
-- Only immutable functions, so that all nodes agree.
UPDATE "space_user" SET "invitation_id" = md5("space_id"::text || "user_id"::text)::uuid WHERE "invited";--> statement-breakpoint
-- One by one, because e-mails are on one node only.
DO $$
DECLARE first record;
BEGIN
  FOR first IN
    SELECT DISTINCT ON (m.space_id, m.user_id) m.space_id, m.user_id, m.sender_id
    FROM mail m JOIN space_user u ON u.space_id = m.space_id AND u.user_id = m.user_id AND u.invited
    WHERE m.kind = 'invitation' ORDER BY m.space_id, m.user_id, m.created_at
  LOOP
    UPDATE space_user SET invited_by = first.sender_id
    WHERE space_id = first.space_id AND user_id = first.user_id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_invitation" CHECK (not "space_user"."invited" or "space_user"."invitation_id" is not null);