ALTER TABLE "access_key" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_made_by_app_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_key_made_by" ON "access_key" USING btree ("made_by");
