ALTER TABLE "series_day" ALTER COLUMN "min" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series_day" ALTER COLUMN "max" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series_day" ALTER COLUMN "sum" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series_day" ALTER COLUMN "first" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series_day" ALTER COLUMN "last" DROP NOT NULL;