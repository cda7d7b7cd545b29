ALTER TABLE "device_credential" DROP CONSTRAINT "device_credential_device";
--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "is_limited" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "access_key" k SET "is_limited" = EXISTS (SELECT FROM "access_key_tag" t WHERE t.space_id = k.space_id AND t.access_key_id = k.id);--> statement-breakpoint
ALTER TABLE "device_credential" ADD CONSTRAINT "device_credential_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;