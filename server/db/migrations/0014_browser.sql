CREATE TABLE "known_browser" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"jti" uuid NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;