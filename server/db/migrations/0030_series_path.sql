ALTER TABLE "series" DROP CONSTRAINT "series_path";--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_path" UNIQUE("space_id","path","device_id");